/** Answers under way at once, at most; a question beyond that is answered by itself. */
const mostQuestions = 1_000;

type Round<V> = { answer: Promise<V>; begin: () => void };
type Questions<V> = { running: boolean; next: Round<V> | null };

/**
 * Answers what many ask at the same moment once. Of each question one answer is being worked out and one waits for that to be over; whoever asks meanwhile gets the one that
 * waits. So every answer was begun at or after its question: nobody is told what was true before they asked. Nothing is kept: a failure reaches those who waited for it and
 * nobody else.
 */
export class Together<V> {
  readonly #questions = new Map<string, Questions<V>>();
  readonly #most: number;

  constructor(most = mostQuestions) {
    this.#most = most;
  }

  /** `work` answers the question; of those who ask it together one does. */
  ask(question: string, work: () => Promise<V>): Promise<V> {
    const known = this.#questions.get(question);
    if (!known && this.#questions.size >= this.#most) return work();
    const asked = known ?? { running: false, next: null };
    if (!known) this.#questions.set(question, asked);
    if (asked.next) return asked.next.answer;
    asked.next = this.#round(question, asked, work);
    // At the end of this turn: what arrived together is one round.
    if (!asked.running) setImmediate(asked.next.begin);
    return asked.next.answer;
  }

  /** Questions that somebody waits for. */
  get size(): number {
    return this.#questions.size;
  }

  #round(question: string, asked: Questions<V>, work: () => Promise<V>): Round<V> {
    const { promise: answer, resolve } = Promise.withResolvers<V>();
    const begin = () => {
      asked.running = true;
      asked.next = null;
      const done = attempt(work);
      resolve(done);
      done.then(
        () => this.#over(question, asked),
        () => this.#over(question, asked),
      );
    };
    return { answer, begin };
  }

  #over(question: string, asked: Questions<V>): void {
    asked.running = false;
    if (asked.next) asked.next.begin();
    else this.#questions.delete(question);
  }
}

const attempt = async <V>(work: () => Promise<V>): Promise<V> => await work();
