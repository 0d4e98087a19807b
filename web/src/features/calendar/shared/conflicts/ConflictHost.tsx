import { useState } from "react";
import { later } from "../../../../ui/page/later.tsx";
import { useConflict } from "./conflict.ts";

export const ConflictDialog = later(async () => (await import("./ConflictDialog.tsx")).ConflictDialog);

/** Shown once per page that books or moves; see askConflict. It stays from the first conflict on, so that its dialog can leave gently. */
export const ConflictHost = () => {
  const asked = useConflict((state) => state.asked !== undefined);
  const [needed, setNeeded] = useState(false);
  if (asked && !needed) setNeeded(true);
  return needed && <ConflictDialog />;
};
