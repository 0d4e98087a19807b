import type { ServiceArea } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import Button from "@mui/material/Button";
import { AreaSheet } from "./AreaSheet.tsx";
import type { Corner } from "./area-form.ts";

type Props = {
  corners: readonly Corner[];
  others: readonly ServiceArea[];
  center: Corner;
  /** The middle is where the business is. */
  marked: boolean;
  color: string;
  onChange: (corners: Corner[]) => void;
};

const ACROSS = 20;

/** A sheet with the place of the business in its middle: a click sets the next corner, a click on a corner takes it away. */
export const CornerPad = ({ corners, marked, onChange, ...sheet }: Props) => (
  <AreaSheet
    {...sheet}
    outline={corners}
    corners={corners}
    mark={marked ? "your location" : undefined}
    across={ACROSS}
    onPoint={(at, hit) => onChange(hit === -1 ? [...corners, at] : corners.filter((_, nth) => nth !== hit))}
  >
    <Button size="small" disabled={corners.length === 0} onClick={() => onChange([])}>
      Clear
    </Button>
  </AreaSheet>
);
