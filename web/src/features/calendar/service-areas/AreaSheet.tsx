import type { ServiceArea } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type MouseEvent, type ReactNode, useState } from "react";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { outlineOf } from "../shared/areas/outline.ts";
import { KM_TO_MILES } from "../shared/signs/distance.ts";
import type { Corner } from "./area-form.ts";

const WIDTH = 400;
const HEIGHT = 280;
const RADIUS = 6;
const MILES_A_DEGREE = 69;
const closest = 2;
const farthest = 2000;

type Props = {
  /** The line around the area. */
  outline: readonly Corner[];
  /** Its corners, where they can be taken away one by one. */
  corners?: readonly Corner[];
  others: readonly ServiceArea[];
  center: Corner;
  /** What the cross in the middle is; nothing where there is none. */
  mark?: string | undefined;
  color: string;
  /** From edge to edge at first, in the unit that the company reads. */
  across: number;
  /** Where it was clicked, and on which corner. */
  onPoint?: (at: Corner, corner: number) => void;
  children?: ReactNode;
};

/** A sheet with a place in its middle, and what lies around it. What stands on it can be typed, too. */
export const AreaSheet = ({ outline, corners = [], others, center, mark, color, across: first, onPoint, children }: Props) => {
  const { distanceUnit } = usePreferences();
  const aDegree = distanceUnit === "km" ? MILES_A_DEGREE / KM_TO_MILES : MILES_A_DEGREE;
  const [zoom, setZoom] = useState(1);
  const across = first * zoom;
  const perPixel = across / WIDTH;
  const narrow = Math.cos((center.lat * Math.PI) / 180);
  const toX = ({ lng }: Corner) => WIDTH / 2 + ((lng - center.lng) * aDegree * narrow) / perPixel;
  const toY = ({ lat }: Corner) => HEIGHT / 2 - ((lat - center.lat) * aDegree) / perPixel;
  const line = (points: readonly Corner[]) => points.map((one) => `${toX(one).toFixed(1)},${toY(one).toFixed(1)}`).join(" ");
  const press = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const y = ((event.clientY - box.top) / box.height) * HEIGHT;
    const hit = corners.findIndex((one) => Math.hypot(toX(one) - x, toY(one) - y) <= RADIUS + 2);
    const lat = center.lat + ((HEIGHT / 2 - y) * perPixel) / aDegree;
    const lng = center.lng + ((x - WIDTH / 2) * perPixel) / (aDegree * narrow);
    onPoint?.({ lat, lng }, hit);
  };
  return (
    <Box>
      <Box sx={{ border: 1, borderColor: "line", borderRadius: 1.5, overflow: "hidden", bgcolor: "background.default" }}>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          width="100%"
          {...(onPoint && { onClick: press })}
          style={{ display: "block", ...(onPoint && { cursor: "crosshair" }) }}
          aria-hidden
        >
          {others.map((area) => (
            <polygon key={area.areaId} points={line(outlineOf(area))} fill={area.colorCode} fillOpacity={0.12} stroke={area.colorCode} />
          ))}
          <polygon points={line(outline)} fill={color} fillOpacity={0.25} stroke={color} strokeWidth={2} />
          {corners.map((corner, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the line
            <circle key={at} cx={toX(corner)} cy={toY(corner)} r={RADIUS} fill={color} />
          ))}
          {mark && (
            <path d={`M${WIDTH / 2 - 6} ${HEIGHT / 2}h12M${WIDTH / 2} ${HEIGHT / 2 - 6}v12`} stroke="currentColor" strokeWidth={2} />
          )}
          <path d={`M12 ${HEIGHT - 12}h${WIDTH / 4}`} stroke="currentColor" strokeWidth={2} />
          <text x={12} y={HEIGHT - 18} fontSize={12} fill="currentColor">
            {across / 4} {distanceUnit}
          </text>
        </svg>
      </Box>
      <Box sx={{ display: "flex", gap: 1, mt: 1, alignItems: "center" }}>
        <Button size="small" disabled={across <= closest} onClick={() => setZoom(zoom / 2)}>
          Zoom in
        </Button>
        <Button size="small" disabled={across >= farthest} onClick={() => setZoom(zoom * 2)}>
          Zoom out
        </Button>
        {children}
        <Typography variant="body2" color="textSecondary">
          {mark ? `+ is ${mark}. North is up.` : "North is up."}
        </Typography>
      </Box>
    </Box>
  );
};
