import Button from "@mui/material/Button";
import { useState } from "react";
import { Icon } from "../../../ui/icons.tsx";
import { later } from "../../../ui/page/later.tsx";
import { typesOf } from "./LodgingBar.tsx";
import type { Row } from "./lodging-layout.ts";
import type { Marked } from "./useStayDrag.ts";

const OpeningsDrawer = later(async () => (await import("./OpeningsDrawer.tsx")).OpeningsDrawer);

type Props = { first: string; rows: readonly Row[]; onPick: ((asked: { from: string; to: string; unitId?: string }) => void) | undefined };

/** What is looked up on the lodging calendar. */
export const LodgingActs = ({ first, rows, onPick }: Props) => {
  const [finding, setFinding] = useState(false);
  const pick = ({ unitId, ...days }: Marked) => {
    setFinding(false);
    onPick?.({ ...days, ...(unitId && { unitId }) });
  };
  return (
    <>
      <Button startIcon={<Icon name="search" />} onClick={() => setFinding(true)} sx={{ flex: "none", ml: { md: "auto" } }}>
        Find a gap
      </Button>
      {finding && <OpeningsDrawer from={first} types={typesOf(rows)} onPick={onPick && pick} onClose={() => setFinding(false)} />}
    </>
  );
};
