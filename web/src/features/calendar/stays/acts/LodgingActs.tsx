import Button from "@mui/material/Button";
import { useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { later } from "../../../../ui/page/later.tsx";
import { typesOf } from "../LodgingBar.tsx";
import type { Row } from "../lodging-layout.ts";
import type { Marked } from "../useStayDrag.ts";

const OpeningsDrawer = later(async () => (await import("./OpeningsDrawer.tsx")).OpeningsDrawer);

const ExtraPlacesDrawer = later(async () => (await import("./ExtraPlacesDrawer.tsx")).ExtraPlacesDrawer);

type Props = { first: string; rows: readonly Row[]; onPick: ((asked: { from: string; to: string; unitId?: string }) => void) | undefined };

/** What is looked up on the lodging calendar, and what is allowed there on purpose. */
export const LodgingActs = ({ first, rows, onPick }: Props) => {
  const [finding, setFinding] = useState(false);
  const [allowing, setAllowing] = useState(false);
  const mayOverbook = useCan("overbook");
  const pick = ({ unitId, ...days }: Marked) => {
    setFinding(false);
    onPick?.({ ...days, ...(unitId && { unitId }) });
  };
  return (
    <>
      <Button startIcon={<Icon name="search" />} onClick={() => setFinding(true)} sx={{ flex: "none", ml: { md: "auto" } }}>
        Find a gap
      </Button>
      {mayOverbook && (
        <Button onClick={() => setAllowing(true)} sx={{ flex: "none" }}>
          Extra places
        </Button>
      )}
      {allowing && <ExtraPlacesDrawer first={first} rows={rows} onClose={() => setAllowing(false)} />}
      {finding && <OpeningsDrawer from={first} types={typesOf(rows)} onPick={onPick && pick} onClose={() => setFinding(false)} />}
    </>
  );
};
