import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useEffectEvent, useRef } from "react";
import { useFormat } from "../../../../../ui/format/useFormat.ts";
import { type Tickable, timeText, titleOf } from "../care-text.ts";
import { isOpen, NOBODY, offerOf, ownAct } from "./assigning.ts";
import { PeopleMenu } from "./PeopleMenu.tsx";
import type { Assign } from "./useAssign.ts";

type Props = { task: Tickable; assign: Assign | undefined };

/** Who does a task that is still to be done, and how that becomes somebody else. */
export const AssignTask = ({ task, assign }: Props) => {
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const arrive = useEffectEvent(() => assign?.arrive(task, box.current));
  useEffect(() => arrive(), []);
  if (!isOpen(task)) return null;
  const { assignedStaffId: has, assignedStaffName: name } = task;
  if (!assign && has === NOBODY.staffId) return null;
  const about = `${titleOf(task)}, ${timeText(task, format.minutes)}`;
  const offer = assign && offerOf(task, assign.me);
  const own = offer && ownAct(offer, assign);
  return (
    <Box ref={box} sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, minHeight: { xs: 44, sm: 30 } }}>
      <Typography variant="body2" color="textSecondary">
        {has === NOBODY.staffId ? "Nobody yet" : `Assigned to ${assign?.me.staffId === has ? "you" : name}`}
      </Typography>
      {assign && own && (
        <Button size="small" variant="text" aria-label={`${own.label}: ${about}`} onClick={() => assign.give([{ task, to: own.to }])}>
          {own.label}
        </Button>
      )}
      {assign && offer?.give && (
        <PeopleMenu
          label="Give to…"
          about={about}
          people={assign.people}
          me={assign.me.staffId}
          off={assign.off}
          has={has}
          onGive={(to) => assign.give([{ task, to }])}
        />
      )}
    </Box>
  );
};
