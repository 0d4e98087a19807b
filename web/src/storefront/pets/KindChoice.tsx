import { useEffect } from "react";
import { Choice } from "../../ui/plain/Choice.tsx";
import { useDraft } from "../draft.ts";
import { type Kind, kindsOn } from "../stay/kind.ts";
import type { Shop } from "../types.ts";
import { changeKind } from "./changes.ts";

const LABELS: Record<Kind, string> = { visit: "Appointment", day: "Daycare", stay: "Boarding", class: "Class" };

/** What is being booked: as chosen, as far as the page has it, else the first of what there is. */
export const useKind = (shop: Shop): Kind => {
  const kinds = kindsOn(shop);
  const chosen = useDraft((draft) => draft.kind ?? "visit");
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? "visit");
  useEffect(() => {
    if (kind !== chosen) changeKind(kind);
  }, [kind, chosen]);
  return kind;
};

/** Boarding and daycare are booked by themselves; nothing to choose where the shop offers only one of them. */
export const KindChoice = ({ shop, kind }: { shop: Shop; kind: Kind }) => {
  const kinds = kindsOn(shop);
  if (kinds.length < 2) return null;
  return <Choice wide label="What to book" value={kind} options={kinds.map((one) => [one, LABELS[one]])} onChange={changeKind} />;
};
