import { type ErrorName, fail } from "../errors.ts";

const uniqueViolation = "23505";

/** Work whose writing may run into unique constraints: each by its name, with the refusal that says what is in use already and the field that named it. */
export async function unlessTaken<T>(work: Promise<T>, constraints: Readonly<Record<string, readonly [ErrorName, string]>>): Promise<T> {
  return await work.catch((error: Error & { code?: string; constraint?: string }) => {
    const [code, field] = constraints[error.constraint ?? ""] ?? [];
    throw error.code === uniqueViolation && code ? fail(code, { field }) : error;
  });
}
