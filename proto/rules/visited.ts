import { DOG_WALKING } from "./walks.ts";

/** What a business that visits its clients does where they live. */
export const IN_A_VAN: string[] = ["GROOMING", "EVALUATION"];

/** Whether somebody comes to the client for it: for every walk, and for what is done in a van by a business that visits its clients (`visitsClients`). */
export const isVisited = (careType: string, visitsClients: boolean): boolean =>
  careType === DOG_WALKING || (visitsClients && IN_A_VAN.includes(careType));
