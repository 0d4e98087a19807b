import type { Lacking } from "../draft.ts";
import type { Shop } from "../types.ts";
import { changePets } from "./changes.ts";
import { whole } from "./own-pets.ts";

/** Of a pet, the evaluation in place of what asks for it, without what goes with that alone. */
export const evaluateFirst = ({ pet: nth, evaluationServiceId }: Lacking, gated: ReadonlySet<string>, shop: Shop): void =>
  changePets((pets) =>
    pets.map((pet, index) => {
      const others = pet.serviceIds.filter((id) => id !== evaluationServiceId && !gated.has(id));
      return index === nth ? { ...pet, serviceIds: whole([evaluationServiceId, ...others], shop) } : pet;
    }),
  );
