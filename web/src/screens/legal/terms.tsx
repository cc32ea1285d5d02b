import { Legal } from './legal.tsx'

export default () => <Legal name="terms-of-service" />
