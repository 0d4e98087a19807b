import { lazy, Suspense } from "react";
import { Glyph } from "../../ui/plain/Glyph.tsx";
import { Nothing, Notice } from "../../ui/plain/Notice.tsx";
import { choose, missingFor, useDraft } from "../draft.ts";
import { OwnPlace } from "../landing/OwnPlace.tsx";
import { sumText } from "../money.ts";
import { asksPlace } from "../place/place.ts";
import { openQuestion } from "../questions/asked.ts";
import { StepFrame } from "../steps/StepFrame.tsx";
import type { Shop } from "../types.ts";
import { addPet } from "./changes.ts";
import { KindChoice, useKind } from "./KindChoice.tsx";
import { PetCard } from "./PetCard.tsx";
import { whoMay } from "./who-may.ts";

const EvaluationFirst = lazy(() => import("./EvaluationFirst.tsx"));
const MOST_PETS = 6;

/** Who is coming, and what for. */
export const PetsStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const kind = useKind(shop);
  const asksWhere = asksPlace(draft, shop);
  const [sum, what] = [kind === "stay" || kind === "class" ? undefined : sumText(draft.pets, shop), asksWhere ? "Continue" : choose[kind]];
  if (shop.services.length === 0)
    return (
      <Nothing icon="scissors" title="Nothing to book online yet" text="This business has not put a service online. Please call them." />
    );
  return (
    <StepFrame
      title="Who is coming?"
      lead={shop.welcomeMessage || "Your pet and the services you'd like."}
      onNext={() => useDraft.setState({ step: asksWhere ? "place" : "time" })}
      next={sum ? `${what} · ${sum}` : what}
      missing={missingFor(draft) ?? openQuestion(shop.questions, draft)}
    >
      {draft.lacking && (
        <Suspense>
          <EvaluationFirst lacking={draft.lacking} shop={shop} />
        </Suspense>
      )}
      <KindChoice shop={shop} kind={kind} />
      {whoMay(shop, draft, kind).map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
      {draft.pets.map((pet) => (
        <PetCard key={pet.key} pet={pet} shop={shop} only={draft.pets.length === 1} />
      ))}
      {draft.pets.length < MOST_PETS && (
        <button type="button" className="ll-press" onClick={addPet}>
          <Glyph name="plus" />
          Another pet
        </button>
      )}
      {shop.clientPortal && <OwnPlace shop={shop} />}
      {shop.aboutUs && <p className="ll-text ll-soft ll-lines">{shop.aboutUs}</p>}
    </StepFrame>
  );
};
