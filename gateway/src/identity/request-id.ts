import { randomBytes } from "node:crypto";

const usable = /^[A-Za-z0-9._-]{8,64}$/;

/** Names each request once, from the edge to the last service. A caller's own id is kept when it is well formed. */
export class RequestIds {
  readonly #prefix = randomBytes(6).toString("hex");
  #count = 0;

  next(): string {
    this.#count++;
    return `${this.#prefix}-${this.#count.toString(36)}`;
  }

  of(header: string | string[] | undefined): string {
    return typeof header === "string" && usable.test(header) ? header : this.next();
  }
}
