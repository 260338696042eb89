/** A copy that must be priced. What it leaves out, the row does not say. */
export interface RightCopy {
  readonly productId: number
  readonly copies: number
  readonly finish?: string
  readonly condition?: string
  readonly language?: string
}

/** A row with its right answer. */
export interface RightRow {
  /** Number of the line, from 1. */
  readonly line: number
  /** None where nothing may be priced, two where the row is of two finishes. */
  readonly parts: readonly RightCopy[]
  /** Whether a person may be asked. */
  readonly mayBeAsked: boolean
  /** Why nothing may be priced. */
  readonly why?: string
}

export interface ReportFile {
  readonly name: string
  readonly text: string
  readonly rows: readonly RightRow[]
}
