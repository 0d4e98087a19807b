import { type Pet, useDraft } from "../draft.ts";
import type { Shop } from "../types.ts";
import { choosable, chooseOwn } from "./own-pets.ts";

/** Who came from their own place taps one of their pets in place of typing its name. */
export const OwnPets = ({ pet, shop }: { pet: Pet; shop: Shop }) => {
  const draft = useDraft();
  const own = choosable(draft);
  if (pet.petName !== "" || own.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own
    <div role="group" aria-label="Your pets" className="ll-names">
      <p className="ll-text ll-soft">Your pets:</p>
      {own.map((one) => (
        <button key={one.petName} type="button" className="ll-press" onClick={() => chooseOwn(pet, one, draft.kind ?? "visit", shop)}>
          {one.petName}
        </button>
      ))}
    </div>
  );
};
