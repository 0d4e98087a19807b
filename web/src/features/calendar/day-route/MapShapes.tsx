import type { ServiceArea } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { outlineOf } from "../shared/areas/outline.ts";
import { type Place, pixelsIn, type Sight, type Size, scaleBar } from "./mercator.ts";
import { lineOf, type ShownRoute } from "./routes-shown.ts";

type Props = {
  sight: Sight;
  size: Size;
  routes: readonly ShownRoute[];
  areas: readonly ServiceArea[];
  openId: string | undefined;
  /** There are no tiles below: lines show how far things are from each other. */
  plain: boolean;
  onOpen: (appointmentId: string) => void;
};

/** What Leashline knows itself: areas, routes, and each stop with its number in the color of whoever drives there. */
export const MapShapes = ({ sight, size, routes, areas, openId, plain, onOpen }: Props) => {
  const at = pixelsIn(sight, size);
  const line = (places: readonly Place[]) =>
    places
      .map((place) =>
        at(place)
          .map((n) => n.toFixed(1))
          .join(","),
      )
      .join(" ");
  const { distanceUnit } = usePreferences();
  const bar = scaleBar(sight, distanceUnit);
  return (
    <>
      <svg width={size.width} height={size.height} aria-hidden style={{ display: "block", position: "absolute", inset: 0 }}>
        {plain && <Lines size={size} gap={bar.pixels} from={at({ lat: 0, lng: 0 })} />}
        {areas.map((area) => (
          <polygon
            key={area.areaId}
            points={line(outlineOf(area))}
            fill={area.colorCode}
            fillOpacity={0.1}
            stroke={area.colorCode}
            strokeDasharray="6 4"
          />
        ))}
        {routes.map((route) => (
          <g key={route.staffId} style={{ ...route.style, stroke: "var(--c)", fill: "none" }}>
            <polyline points={line(lineOf(route))} strokeWidth={3} strokeLinejoin="round" strokeOpacity={0.75} />
            <path
              d={[route.departure, route.arrival].map((place) => place && squareAt(at(place))).join("")}
              strokeWidth={3}
              style={{ fill: "var(--cs)" }}
            />
          </g>
        ))}
      </svg>
      {routes.flatMap((route) =>
        route.stops.map((stop) => {
          if (!stop.place) return null;
          const [x, y] = at(stop.place);
          return (
            <ButtonBase
              key={stop.key}
              aria-label={`Stop ${stop.number} of ${route.name}: ${stop.client}`}
              onClick={() => onOpen(stop.id)}
              style={{ ...route.style, left: x - 16, top: y - 16 }}
              sx={{
                position: "absolute",
                width: 32,
                height: 32,
                borderRadius: "50%",
                font: "inherit",
                fontWeight: 700,
                fontSize: 14,
                color: "var(--c)",
                bgcolor: "background.paper",
                border: "3px solid var(--c)",
                boxShadow: stop.id === openId ? "0 0 0 5px var(--cs)" : 2,
                zIndex: stop.id === openId ? 1 : 0,
              }}
            >
              {stop.number}
            </ButtonBase>
          );
        }),
      )}
      <Box
        aria-hidden
        sx={{ position: "absolute", left: 12, bottom: 12, fontSize: 12, px: 1, bgcolor: "background.paper", borderRadius: 1, opacity: 0.9 }}
      >
        {bar.long} {distanceUnit}
        <Box sx={{ height: 4, mb: 0.75, border: "2px solid", borderTop: 0 }} style={{ width: bar.pixels }} />
      </Box>
    </>
  );
};

/** Where a day begins and ends. */
const squareAt = ([x, y]: readonly [number, number]): string => `M${x - 7} ${y - 7}h14v14h-14z`;

/** A net that lies still on the ground, so that one sees the map move. */
const Lines = ({ size, gap, from: [x, y] }: { size: Size; gap: number; from: readonly [number, number] }) => {
  const starts = (origin: number, length: number) => {
    const first = ((origin % gap) + gap) % gap;
    return Array.from({ length: Math.ceil(length / gap) + 1 }, (_, n) => first + n * gap).filter((one) => one <= length);
  };
  const across = starts(x, size.width).map((one) => `M${one.toFixed(1)} 0V${size.height}`);
  const down = starts(y, size.height).map((one) => `M0 ${one.toFixed(1)}H${size.width}`);
  return <path d={[...across, ...down].join("")} stroke="var(--ll-palette-line)" strokeOpacity={0.7} fill="none" />;
};
