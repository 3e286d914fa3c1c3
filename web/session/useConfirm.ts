import { useState } from 'react'
import { useLocation } from 'wouter'
import { isQuizPassed, makeQuiz } from '../wallet/phrase/quiz.ts'
import { access, type Kept } from '../wallet/vault/access.ts'
import { useSession } from './session.tsx'

type Answers = readonly (string | undefined)[]

/** The quiz, and what follows when it is passed: the phrase is sealed with the chosen PIN and password. */
export function useConfirm() {
  const { phrase, noted, credentials, open } = useSession()
  const [, navigate] = useLocation()
  const [quiz, setQuiz] = useState(() => makeQuiz(phrase))
  const noAnswers: Answers = quiz.map(() => undefined)
  const [answers, setAnswers] = useState(noAnswers)
  const [isWrong, setWrong] = useState(false)
  const [isSealing, setSealing] = useState(false)
  /** Why the wallet could not be kept on the device; the person decides how to go on. */
  const [trouble, setTrouble] = useState<Exclude<Kept, { kind: 'kept' }>>()

  /** Leaves the phrase in memory alone: the dashboard opens it for this visit. */
  const goOnWithout = () => navigate('/dashboard')

  const seal = async (replace: boolean) => {
    if (!credentials) return goOnWithout()
    setTrouble(undefined)
    setSealing(true)
    const kept = await access.keep({ phrase, ...credentials }, { replace })
    setSealing(false)
    if (kept.kind !== 'kept') return setTrouble(kept)
    open({ phrase, address: kept.address, dataKey: kept.dataKey, isPinNew: !kept.wasThere })
    navigate('/dashboard')
  }

  return {
    isImported: noted === 'importedPhrase',
    quiz,
    answers,
    isWrong,
    isSealing,
    trouble,
    answer: (question: number, word: string) => setAnswers(answers.map((old, index) => (index === question ? word : old))),
    askAnew: () => {
      setQuiz(makeQuiz(phrase))
      setAnswers(noAnswers)
      setWrong(false)
    },
    confirm: async () => {
      setWrong(false)
      if (isQuizPassed(quiz, answers)) await seal(false)
      else setWrong(true)
    },
    replaceVault: () => seal(true),
    goOnWithout,
  }
}
