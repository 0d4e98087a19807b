import { DOG_WALKING } from "./walks.ts";

/** What a business that visits its clients does where they live. */
export const IN_A_VAN: string[] = ["GROOMING", "EVALUATION"];

/** The care types for which somebody comes to the client: walks, and what is done in a van by a business that visits its clients (`visitsClients`). */
export const visitedCares = (visitsClients: boolean): string[] => [DOG_WALKING, ...(visitsClients ? IN_A_VAN : [])];

export const isVisited = (careType: string, visitsClients: boolean): boolean => visitedCares(visitsClients).includes(careType);
