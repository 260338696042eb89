import type { IdentifyResult, PlacedCard, ReadingAdvice } from '../contract/identification.ts'
import type { CardReading } from './ports.ts'

/** Least confidence, in hundredths, for each advice; their frequencies stand in docs/photo.md. */
export const adviceFrom = { take: 80, show_printings: 60, review: 40 } as const

const adviceOf = (nameConfidence: number, printingConfidence: number, confidence: number): ReadingAdvice => {
  if (Math.min(confidence, printingConfidence) >= adviceFrom.take) return 'take'
  if (nameConfidence >= adviceFrom.show_printings && confidence >= adviceFrom.review) return 'show_printings'
  return confidence >= adviceFrom.review ? 'review' : 'retry'
}

/** A reading and its lookup as the API gives them. A printing among equals that the number cannot tell apart is not sure. */
export const toOcr = (
  { text, confidence, nameConfidence, card }: CardReading,
  query: string | null,
  identification: IdentifyResult | null,
): PlacedCard['ocr'] => {
  const best = identification?.candidates[0]
  const ofPrinting = card.number === null ? nameConfidence : confidence
  const isSure = best !== undefined && identification?.ambiguous === false
  const printingConfidence = best === undefined ? 0 : isSure ? ofPrinting : Math.min(ofPrinting, adviceFrom.show_printings - 1)
  return {
    text,
    confidence,
    nameConfidence,
    printingConfidence,
    advice: adviceOf(nameConfidence, printingConfidence, confidence),
    suggested: { name: card.name, cardNumber: card.number?.text ?? null, query, language: card.language },
  }
}
