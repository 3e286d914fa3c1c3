import { useState } from 'react'
import { useLocation } from 'wouter'
import { isQuizPassed, makeQuiz } from '../../wallet/phrase/quiz.ts'
import type { Kept } from '../../wallet/vault/access.ts'
import { keepWallet } from './keepWallet.ts'
import { useSession } from './session.tsx'

type Answers = readonly (string | undefined)[]

const NO_ANSWERS: Answers = [undefined, undefined, undefined]

/** The quiz, and what follows when it is passed: the phrase is sealed with the PIN and password that were chosen. */
export function useConfirm() {
  const { phrase, credentials, open } = useSession()
  const [, navigate] = useLocation()
  const [quiz, setQuiz] = useState(() => makeQuiz(phrase))
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const [isWrong, setWrong] = useState(false)
  const [isSealing, setSealing] = useState(false)
  /** What kept the wallet from being kept: the person decides how to go on. */
  const [trouble, setTrouble] = useState<Exclude<Kept, { kind: 'kept' }>>()

  const goOn = (dataKey?: CryptoKey) => {
    open(phrase, dataKey)
    navigate('/dashboard')
  }

  const seal = async (replace: boolean) => {
    if (!credentials) return goOn()
    setTrouble(undefined)
    setSealing(true)
    const kept = await keepWallet({ phrase, ...credentials }, replace)
    setSealing(false)
    if (kept.kind === 'kept') goOn(kept.dataKey)
    else setTrouble(kept)
  }

  return {
    quiz,
    answers,
    isWrong,
    isSealing,
    trouble,
    answer: (question: number, word: string) => setAnswers(answers.map((old, place) => (place === question ? word : old))),
    askAnew: () => {
      setQuiz(makeQuiz(phrase))
      setAnswers(NO_ANSWERS)
      setWrong(false)
    },
    confirm: async () => {
      setWrong(false)
      if (isQuizPassed(quiz, answers)) await seal(false)
      else setWrong(true)
    },
    replaceVault: () => seal(true),
    goOnWithout: () => goOn(),
  }
}
