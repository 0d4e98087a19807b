import type { ServiceArea } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { Icon } from "../../../ui/icons.tsx";
import { later } from "../../../ui/page/later.tsx";
import { MapShapes } from "./MapShapes.tsx";
import { pushed, type Sight, type Size, zoomed } from "./mercator.ts";
import type { ShownRoute } from "./routes-shown.ts";

const Tiles = later(async () => (await import("./Tiles.tsx")).Tiles, null);

type Props = {
  sight: Sight;
  size: Size;
  routes: readonly ShownRoute[];
  areas: readonly ServiceArea[];
  openId: string | undefined;
  styleUrl: string;
  onSight: (sight: Sight) => void;
  onOpen: (appointmentId: string) => void;
};

const STEP = 80;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/** The map: pushed with the pointer or the arrow keys, closer and farther with the wheel, the buttons or + and −. */
export const MapSheet = ({ sight, size, routes, areas, openId, styleUrl, onSight, onOpen }: Props) => {
  const sheet = useRef<HTMLDivElement>(null);
  const held = useRef<{ x: number; y: number }>(undefined);
  const middle = [size.width / 2, size.height / 2] as const;
  const zoom = (by: number, at: readonly [number, number] = middle) => onSight(zoomed(sight, by, size, at));
  const wheel = useRef(zoom);
  wheel.current = zoom;
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = sheet.current?.getBoundingClientRect();
      if (box) wheel.current(-event.deltaY / 300, [event.clientX - box.left, event.clientY - box.top]);
    };
    const node = sheet.current;
    node?.addEventListener("wheel", onWheel, { passive: false });
    return () => node?.removeEventListener("wheel", onWheel);
  }, []);
  const onMove = ({ clientX: x, clientY: y, buttons }: PointerEvent) => {
    if (!held.current || buttons === 0) return;
    onSight(pushed(sight, x - held.current.x, y - held.current.y));
    held.current = { x, y };
  };
  const onKey = (event: KeyboardEvent) => {
    const push = arrows[event.key];
    if (push) onSight(pushed(sight, ...push));
    else if (event.key === "+" || event.key === "=") zoom(1);
    else if (event.key === "-") zoom(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Box sx={{ position: "absolute", inset: 0 }}>
      <Box
        ref={sheet}
        role="application"
        aria-label="Map of the day. Arrow keys move it, plus and minus zoom."
        tabIndex={0}
        data-zoom={Math.round(sight.zoom * 10) / 10}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onMove}
        onPointerUp={() => {
          held.current = undefined;
        }}
        sx={{ position: "absolute", inset: 0, overflow: "hidden", cursor: "grab", touchAction: "none", bgcolor: "background.default" }}
      >
        {styleUrl && <Tiles styleUrl={styleUrl} sight={sight} />}
        <MapShapes sight={sight} size={size} routes={routes} areas={areas} openId={openId} plain={!styleUrl} onOpen={onOpen} />
      </Box>
      <Box
        sx={{
          position: "absolute",
          right: 12,
          top: 12,
          display: "grid",
          gap: 0.75,
          "& button": { bgcolor: "background.paper", boxShadow: 1 },
        }}
      >
        <IconButton aria-label="Closer" onClick={() => zoom(1)}>
          <Icon name="plus" />
        </IconButton>
        <IconButton aria-label="Farther" onClick={() => zoom(-1)}>
          <Box component="span" aria-hidden sx={{ width: 20, height: 20, lineHeight: "18px", fontSize: 24, fontWeight: 300 }}>
            −
          </Box>
        </IconButton>
      </Box>
    </Box>
  );
};
