import { formats as call } from '../../../contract/calls/converter.ts'
import { inputLabels, manuscriptKinds, outputFormats, outputs } from '../../../contract/conversion.ts'
import { answerEveryone } from '../../answer.ts'

export const formats = answerEveryone(call, () => ({
  input: manuscriptKinds.map((value) => ({ value, label: inputLabels[value] })),
  output: outputFormats.map((value) => ({ value, label: outputs[value].label, premium: outputs[value].premium })),
}))
