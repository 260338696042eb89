import type { Answers, ParentMessage, Question, WorkerAnswer } from './messages.ts'

/** Asks a process. @returns `null` from one that does not answer in time, or has ended */
export type Ask = <Q extends Question>(question: Q) => Promise<Answers[Q] | null>

/** How long the metrics address waits for a process that is busy. */
const answerMs = 1_000

/** Brings answers back to who has asked. `ended` resolves when the process has ended. */
export const createQuestions = (send: (message: ParentMessage) => void, ended: Promise<unknown>) => {
  const waiting = new Map<number, (answer: Answers[Question] | null) => void>()
  let nextId = 1
  let isEnded = false
  void ended.then(() => {
    isEnded = true
    for (const done of waiting.values()) done(null)
  })
  const ask: Ask = (question) => {
    if (isEnded) return Promise.resolve(null)
    const { promise, resolve } = Promise.withResolvers<Answers[Question] | null>()
    const id = nextId++
    const timer = setTimeout(resolve, answerMs, null)
    waiting.set(id, resolve)
    send({ kind: 'ask', id, question })
    const answered = promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(id)
    })
    return answered as Promise<Answers[typeof question] | null>
  }
  return { ask, onAnswer: ({ id, answer }: WorkerAnswer) => waiting.get(id)?.(answer) }
}
