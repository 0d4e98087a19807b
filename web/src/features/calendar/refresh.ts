import type { QueryClient } from "@tanstack/react-query";

type KeyPart = { serviceName?: string };

/** Loads again what the calendar shows; the push notice does the same for everybody else. */
export const refreshCalendar = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => Boolean((queryKey[1] as KeyPart | undefined)?.serviceName?.startsWith("leashline.calendar.")),
  });
