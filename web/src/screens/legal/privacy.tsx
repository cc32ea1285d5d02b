import { Legal } from './legal.tsx'

export default () => <Legal name="privacy-policy" />
