import Button from "@mui/material/Button";
import { useCan } from "../../../../app/session/session.ts";
import { NO_STAFF } from "../../shared/types.ts";
import type { Segment } from "../fields/outline.ts";

type Props = { segments: readonly Segment[]; onBlock: (segment: Segment) => void };

/** Time that was pointed at for no client: the same time as a block. */
export const BlockInstead = ({ segments: [segment], onBlock }: Props) => {
  const may = useCan("manageBlocks");
  return (
    may &&
    segment &&
    segment.staffId !== NO_STAFF && (
      <Button size="small" onClick={() => onBlock(segment)} sx={{ justifySelf: "start" }}>
        Block this time instead
      </Button>
    )
  );
};
