import { createContext } from "react";

/** What became of a file: where it lies, or why it was not taken. */
export type Attached = { path: string; error?: undefined } | { path?: undefined; error: string };

/** Sends a file with the form that is being filled in; null where nothing is sent. */
export const Attach = createContext<((file: File) => Promise<Attached>) | null>(null);
