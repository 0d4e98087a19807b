import { useState } from "react";
import { later } from "../../../../ui/page/later.tsx";
import { usePriceQuestion } from "../prices/price-question.ts";
import { useScopeQuestion } from "../repeat/scope-question.ts";
import { useConflict } from "./conflict.ts";

export const ConflictDialog = later(async () => (await import("./ConflictDialog.tsx")).ConflictDialog);
export const ScopeDialog = later(async () => (await import("../repeat/ScopeDialog.tsx")).ScopeDialog);
export const PriceDialog = later(async () => (await import("../prices/PriceDialog.tsx")).PriceDialog);

/** True from the first question on, so that its dialog can leave gently. */
const useOnce = (asked: boolean): boolean => {
  const [needed, setNeeded] = useState(false);
  if (asked && !needed) setNeeded(true);
  return needed;
};

/** Shown once per page that books or moves; see askConflict, pricesFor and askScope. */
export const ConflictHost = () => {
  const conflict = useOnce(useConflict((state) => state.asked !== undefined));
  const price = useOnce(usePriceQuestion((state) => state.asked !== undefined));
  const scope = useOnce(useScopeQuestion((state) => state.asked !== undefined));
  return (
    <>
      {conflict && <ConflictDialog />}
      {price && <PriceDialog />}
      {scope && <ScopeDialog />}
    </>
  );
};
