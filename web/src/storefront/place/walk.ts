import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import type { Draft } from "../draft.ts";
import type { Shop } from "../types.ts";
import { asksPlace } from "./place.ts";

/** Whether the pets are picked up, rather than visited: what walks ask for, where no van comes. */
export const isWalk = (draft: Pick<Draft, "pets">, { services }: Pick<Shop, "services">): boolean =>
  asksPlace(draft, { services, visitedCareTypes: [DOG_WALKING] });
