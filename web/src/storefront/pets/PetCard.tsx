import { Fragment, lazy, Suspense, useState } from "react";
import { PetAvatar } from "../../ui/PetAvatar.tsx";
import { Choice } from "../../ui/plain/Choice.tsx";
import { Field, LongField } from "../../ui/plain/Field.tsx";
import { Glyph } from "../../ui/plain/Glyph.tsx";
import { type Pet, useDraft, weightOf } from "../draft.ts";
import { PetQuestions } from "../questions/PetQuestions.tsx";
import type { Shop } from "../types.ts";
import { changePet, removePet } from "./changes.ts";
import { OfferRow } from "./OfferRow.tsx";
import { OwnPets } from "./OwnPets.tsx";
import { keptAt, offersFor, pressed } from "./own-pets.ts";
import { typedWeight, wantsWeight } from "./weights.ts";

const AddOns = lazy(() => import("./AddOns.tsx"));
const Lost = lazy(() => import("./Lost.tsx"));

const kinds = ["Dog", "Cat", "Other"].map((kind) => [kind, kind] as const);

/** One pet: what it is, and what it is to get. */
export const PetCard = ({ pet, shop, only }: { pet: Pet; shop: Shop; only: boolean }) => {
  const set = (change: Partial<Pet>) => changePet(pet.key, change);
  const label = pet.petName.trim() || "your pet";
  const kind = useDraft((draft) => draft.kind ?? "visit");
  const offers = offersFor(pet, kind, shop);
  const hidden = weightOf(pet) > 0 ? offersFor({ ...pet, weight: "" }, kind, shop).filter((offer) => !offers.includes(offer)) : [];
  // What went with a weight comes back with the next one that it is for: a weight is typed digit by digit.
  // Once something else is chosen, wherever that is pressed, they are not chosen any more.
  const [lost, setLost] = useState<{ ids: string[]; left: readonly string[] }>({ ids: [], left: [] });
  const gone = lost.left === pet.serviceIds ? lost.ids : [];
  const weigh = (weight: string) => {
    const chosen = [...gone, ...pet.serviceIds];
    const serviceIds = keptAt(weight, chosen, shop);
    setLost({ ids: chosen.filter((id) => !serviceIds.includes(id)), left: serviceIds });
    set({ weight, serviceIds });
  };
  const groups = [...Map.groupBy(offers, (one) => one.categoryName || "Services")];
  const kindOfPet = (petType: string) => set({ petType, serviceIds: [] });
  const toggle = (id: string) => set({ serviceIds: pressed(pet.serviceIds, id, shop) });
  return (
    <section aria-label={label} className="ll-pet">
      <OwnPets pet={pet} shop={shop} />
      <div className="ll-row">
        <PetAvatar pet={{ id: String(pet.key), name: pet.petName, species: pet.petType, breed: pet.breed }} size={44} />
        <Field label="Pet's name" value={pet.petName} onChange={(petName) => set({ petName })} autoComplete="off" maxLength={60} />
        {!only && (
          <button type="button" className="ll-icon-press" aria-label={`Remove ${label}`} onClick={() => removePet(pet.key)}>
            <Glyph name="close" />
          </button>
        )}
      </div>
      <div className="ll-facts">
        <Choice label={`What ${label} is`} value={pet.petType} options={kinds} onChange={kindOfPet} />
        <Field label="Breed" value={pet.breed} onChange={(breed) => set({ breed })} maxLength={80} />
        <Field
          label={`Weight, ${shop.weightUnit}`}
          value={pet.weight ?? ""}
          onChange={(typed) => {
            const weight = typedWeight(typed, shop.weightUnit);
            if (weight !== undefined) weigh(weight);
          }}
          autoComplete="off"
          hint={wantsWeight(pet, shop) ? "So we know this service fits" : undefined}
          inputMode="decimal"
        />
      </div>
      {gone.length + hidden.length > 0 && (
        <Suspense>
          <Lost gone={gone} hidden={hidden} pet={pet} shop={shop} />
        </Suspense>
      )}
      {groups.map(([category, list]) => (
        <div key={category}>
          {groups.length > 1 && <span className="ll-overline">{category}</span>}
          <div className="ll-offers">
            {list.map((offer) => {
              const chosen = pet.serviceIds.includes(offer.serviceId);
              return (
                <Fragment key={offer.serviceId}>
                  <OfferRow offer={offer} shop={shop} chosen={chosen} onToggle={() => toggle(offer.serviceId)} />
                  {chosen && shop.addOns.length > 0 && (
                    <Suspense>
                      <AddOns under={offer} pet={pet} shop={shop} onToggle={toggle} />
                    </Suspense>
                  )}
                </Fragment>
              );
            })}
          </div>
        </div>
      ))}
      {groups.length === 0 && (
        <p className="ll-text ll-soft">
          {weightOf(pet) > 0 ? "Nothing online for this weight." : `Nothing online for a ${pet.petType.toLowerCase()} yet.`}
        </p>
      )}
      {pet.serviceIds.length > 0 && <PetQuestions pet={pet} shop={shop} onChange={set} />}
      {pet.serviceIds.length > 0 && (
        <LongField
          label={`Anything we should know about ${label}?`}
          value={pet.notes}
          onChange={(notes) => set({ notes })}
          maxLength={1000}
        />
      )}
    </section>
  );
};
