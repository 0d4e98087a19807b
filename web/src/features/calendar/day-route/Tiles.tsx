import Box from "@mui/material/Box";
import { useEffect, useRef } from "react";
import { toast } from "../../../ui/feedback/toast.ts";
import type { Sight } from "./mercator.ts";

type Drawn = { jumpTo: (to: { center: [number, number]; zoom: number }) => unknown; remove: () => void };

const loadFailed = (): void => toast.error("Load map sdk failed");

/** The tiles of the operator's map server below everything else. Where they cannot be drawn the rest of the map stands without them. */
export const Tiles = ({ styleUrl, sight }: { styleUrl: string; sight: Sight }) => {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<Drawn>(undefined);
  const now = useRef(sight);
  now.current = sight;
  useEffect(() => {
    let gone = false;
    const begin = async () => {
      const { drawMap } = await import("./sdk.ts");
      if (gone || !box.current) return;
      map.current = drawMap(box.current, styleUrl, jumpOf(now.current));
    };
    void begin().catch(loadFailed);
    return () => {
      gone = true;
      map.current?.remove();
      map.current = undefined;
    };
  }, [styleUrl]);
  useEffect(() => void map.current?.jumpTo(jumpOf(sight)), [sight]);
  return <Box ref={box} aria-hidden sx={{ position: "absolute !important", inset: 0 }} />;
};

const jumpOf = ({ center, zoom }: Sight): { center: [number, number]; zoom: number } => ({ center: [center.lng, center.lat], zoom });
