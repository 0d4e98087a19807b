import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { MapSheet } from "./MapSheet.tsx";
import { DEFAULT_ZOOM, type Place, type Sight, type Size, sightOf } from "./mercator.ts";
import { RouteList } from "./RouteList.tsx";
import type { useDayMap } from "./useDayMap.ts";

type Props = {
  day: ReturnType<typeof useDayMap>;
  /** Another day, or other people, are looked at as a whole again. */
  looked: string;
  openId: string | undefined;
  onOpen: (appointmentId: string) => void;
  onPlan: ((staffId: string) => void) | undefined;
};

/** The stops of a day on a map, and beside it as a list. */
export const DayMap = ({ day, looked, openId, onOpen, onPlan }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [sight, setSight] = useState<Sight>();
  const [seen, setSeen] = useState("");
  const { routes, places, settled } = day;
  useEffect(() => {
    if (!size || !settled || seen === looked) return;
    setSight(sightOf(places, size));
    setSeen(looked);
  }, [size, settled, seen, looked, places]);
  const show = (center: Place) => setSight({ center, zoom: DEFAULT_ZOOM });
  const sheet = size && sight;
  return (
    <Box sx={{ flex: 1, minWidth: 0, minHeight: 0, display: "flex", flexDirection: { xs: "column-reverse", md: "row" } }}>
      <Box
        sx={{
          width: { xs: "auto", md: 380 },
          height: { xs: "50%", md: "auto" },
          flex: "none",
          minHeight: 0,
          display: "grid",
          gridTemplateRows: "auto minmax(0, 1fr)",
          borderRight: { md: 1 },
          borderTop: { xs: 1, md: 0 },
          borderColor: { xs: "line", md: "line" },
        }}
      >
        <Box>
          {day.hidden && (
            <Alert severity="info" sx={{ m: 1.5 }}>
              You may not see where clients live, so the map shows no stops.
            </Alert>
          )}
        </Box>
        {routes.length > 0 ? (
          <RouteList routes={routes} openId={openId} onShow={show} onOpen={onOpen} onPlan={onPlan} />
        ) : (
          <EmptyState icon="pin" title="No stops this day" text="This day's appointments appear here in driving order." />
        )}
      </Box>
      <Box ref={box} sx={{ flex: 1, position: "relative", minWidth: 0, minHeight: 0, bgcolor: "background.default" }}>
        {sheet ? (
          <MapSheet
            sight={sight}
            size={size}
            routes={routes}
            areas={day.areas}
            openId={openId}
            styleUrl={day.styleUrl}
            onSight={setSight}
            onOpen={onOpen}
          />
        ) : (
          settled && (
            <EmptyState
              icon="pin"
              title="Nothing to show on the map"
              text="Pick your location's address, and your clients', from the suggestions. Then the map knows where they are."
            />
          )
        )}
      </Box>
    </Box>
  );
};

function useSize(box: RefObject<HTMLDivElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return;
    const measure = () => setSize({ width: node.clientWidth, height: node.clientHeight });
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(node);
    return () => watcher.disconnect();
  }, [box]);
  return size;
}
