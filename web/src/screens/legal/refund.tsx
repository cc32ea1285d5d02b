import { Legal } from './legal.tsx'

export default () => <Legal name="refund-policy" />
