import { AcceptedClientType } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
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
import { EvaluationFirst } from "./EvaluationFirst.tsx";
import { KindChoice, useKind } from "./KindChoice.tsx";
import { PetCard } from "./PetCard.tsx";

const MOST_PETS = 6;
/** Said before anybody fills in a page. */
const whoMay: Partial<Record<AcceptedClientType, string>> = {
  [AcceptedClientType.EXISTING]: "Online booking is for clients we know already. Is it your first visit? Please call us.",
  [AcceptedClientType.NEW]: "Online booking is for first visits. Have you been here before? Please call us.",
};

/** Who is coming, and what for. */
export const PetsStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const kind = useKind(shop);
  const walks = asksPlace(draft, shop);
  const [sum, what] = [kind === "stay" || kind === "class" ? undefined : sumText(draft.pets, shop), walks ? "Continue" : choose[kind]];
  if (shop.services.length === 0)
    return (
      <Nothing icon="scissors" title="Nothing to book online yet" text="This business has not put a service online. Please call them." />
    );
  return (
    <StepFrame
      title="Who is coming?"
      lead={shop.welcomeMessage || "Your pet and the services you'd like."}
      onNext={() => useDraft.setState({ step: walks ? "place" : "time" })}
      next={sum ? `${what} · ${sum}` : what}
      missing={missingFor(draft) ?? openQuestion(shop.questions, draft)}
    >
      {whoMay[shop.acceptedClientType] && <Notice>{whoMay[shop.acceptedClientType]}</Notice>}
      <EvaluationFirst shop={shop} />
      <KindChoice shop={shop} kind={kind} />
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
