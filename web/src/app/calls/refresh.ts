import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** The full name of the service a query calls; empty for a query that calls none. */
const serviceOf = ([kind, method]: QueryKey): string =>
  (kind === "connect-query" && (method as { serviceName?: string } | undefined)?.serviceName) || "";

/** Marks what these services have answered as old; what is on screen loads again. */
export const refreshServices = (queries: QueryClient, services: readonly string[]): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => services.includes(serviceOf(queryKey)) });

/** The same for whole domains such as "calendar". The push notice does it for everybody else. */
export const refreshDomains = (queries: QueryClient, ...domains: string[]): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => domains.includes(serviceOf(queryKey).split(".")[1] ?? "") });
