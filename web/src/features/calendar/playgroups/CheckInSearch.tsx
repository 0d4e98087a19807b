import { petOfCode } from "@leashline/proto/rules/pet-code.ts";
import Box from "@mui/material/Box";
import OutlinedInput from "@mui/material/OutlinedInput";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { CheckIn } from "./CheckIn.tsx";
import { PlayerState } from "./PlayerState.tsx";
import { found, isExpected, type Player } from "./play-day.ts";

const MOST = 8;

/** Finds who stands at the door among the day's pets; Enter takes in the only one that is meant. */
export const CheckInSearch = ({ players, mayEdit }: { players: readonly Player[]; mayEdit: boolean }) => {
  const format = useFormat();
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const matches = found(players, text).slice(0, MOST);
  /** A code from a label is followed by the next one, which is written over it. */
  const enter = () => {
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>("[data-act=check-in]");
    if (buttons?.length !== 1) return;
    buttons[0]?.click();
    if (petOfCode(text) !== undefined) list.current?.parentElement?.querySelector("input")?.select();
  };
  return (
    <Box sx={{ position: "relative", width: { xs: "100%", sm: 320 } }}>
      <OutlinedInput
        size="small"
        fullWidth
        placeholder="Find a pet or scan its label"
        slotProps={{ input: { "aria-label": "Find a pet to check in", autoComplete: "off" } }}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") enter();
          if (event.key === "Escape") setText("");
        }}
      />
      {text.trim() && (
        <Paper ref={list} elevation={8} sx={{ position: "absolute", zIndex: 10, top: "100%", left: 0, right: 0, mt: 0.5, p: 1 }}>
          {matches.length === 0 && (
            <Typography color="textSecondary">
              {petOfCode(text) === undefined ? "No one by that name is coming on this day." : "This pet is not coming on this day."}
            </Typography>
          )}
          {matches.map((player) => (
            <Box key={player.key} sx={{ display: "flex", alignItems: "center", gap: 1, py: 0.5, minHeight: 44 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography variant="subtitle2" noWrap>
                  {player.petName}
                </Typography>
                <Typography variant="body2" color="textSecondary" noWrap>
                  {player.client} · {format.minutes(player.visit.startTime)}
                </Typography>
              </Box>
              {isExpected(player) && mayEdit ? <CheckIn player={player} /> : <PlayerState player={player} />}
            </Box>
          ))}
        </Paper>
      )}
    </Box>
  );
};
