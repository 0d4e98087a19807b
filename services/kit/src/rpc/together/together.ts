/** Answers under way at once, at most; a question beyond that is answered by itself. */
const mostQuestions = 1_000;

type Work<V, P> = (parts: readonly P[]) => Promise<V>;
type Round<V, P> = { answer: Promise<V>; parts: P[]; begin: () => void };
type Question<V, P> = { running: boolean; next: Round<V, P> | null };

/**
 * Answers what many ask at the same moment once. Of each question one answer is being worked out and one waits for that to be over; whoever asks meanwhile gets the one that
 * waits. So every answer was begun at or after its question: nobody is told what was true before they asked. Nothing is kept: a failure reaches those who waited for it and
 * nobody else. Where those who ask want different parts of one thing, whoever works it out is told what each of them wants.
 */
export class Together<V, P = undefined> {
  readonly #questions = new Map<string, Question<V, P>>();
  readonly #most: number;

  constructor(most = mostQuestions) {
    this.#most = most;
  }

  /** `work` answers the question; of those who ask it together one does. */
  ask(question: string, work: Work<V, P>, ...part: P extends undefined ? [] : [P]): Promise<V> {
    const known = this.#questions.get(question);
    if (!known && this.#questions.size >= this.#most) return work(part as P[]);
    const asked = known ?? { running: false, next: null };
    if (!known) this.#questions.set(question, asked);
    const round = asked.next ?? this.#round(question, asked, work);
    round.parts.push(...(part as P[]));
    // At the end of this turn: what arrived together is one round.
    if (!asked.next && !asked.running) setImmediate(round.begin);
    asked.next = round;
    return round.answer;
  }

  /** Questions that somebody waits for. */
  get size(): number {
    return this.#questions.size;
  }

  #round(question: string, asked: Question<V, P>, work: Work<V, P>): Round<V, P> {
    const { promise: answer, resolve } = Promise.withResolvers<V>();
    const parts: P[] = [];
    const begin = () => {
      asked.running = true;
      asked.next = null;
      const done = attempt(work, parts);
      resolve(done);
      const over = () => this.#over(question, asked);
      done.then(over, over);
    };
    return { answer, parts, begin };
  }

  #over(question: string, asked: Question<V, P>): void {
    asked.running = false;
    if (asked.next) asked.next.begin();
    else this.#questions.delete(question);
  }
}

const attempt = async <V, P>(work: Work<V, P>, parts: readonly P[]): Promise<V> => await work(parts);
