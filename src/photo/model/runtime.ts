// The order matters: nothing else imports the runtime, so it is never loaded before it was forbidden to report.
import './no-telemetry.ts'

export { InferenceSession, Tensor } from 'onnxruntime-node'
