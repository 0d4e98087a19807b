import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { isOpen, keyOf, movesTo } from "./assign/assigning.ts";
import { PeopleMenu } from "./assign/PeopleMenu.tsx";
import type { Assign } from "./assign/useAssign.ts";
import { type Tickable, whereText } from "./care-text.ts";
import { TaskLine, type Tick, type Waits } from "./TaskLine.tsx";

type Props = {
  title: string;
  tasks: readonly Tickable[];
  onTick: Tick;
  waits: (task: Tickable) => Waits | undefined;
  assign: Assign | undefined;
  empty?: string;
};

/** Tasks under a heading: of a time, a room or a person; all that is left of them is given to somebody at once. */
export const TaskGroup = ({ title, tasks, onTick, waits, assign, empty }: Props) => (
  <Box component="section" aria-label={title} sx={{ mt: 2 }}>
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", columnGap: 1 }}>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      {assign?.me.mayGive && tasks.filter(isOpen).length > 1 && (
        <PeopleMenu
          label="Give all to…"
          about={title}
          people={assign.people}
          me={assign.me.staffId}
          off={assign.off}
          onGive={(to) => assign.give(movesTo(tasks, to))}
        />
      )}
    </Box>
    {tasks.length === 0 && <Typography color="textSecondary">{empty}</Typography>}
    <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {tasks.map((task) => (
        <TaskLine key={keyOf(task)} task={task} onTick={onTick} waits={waits(task)} where={whereText(task)} assign={assign} />
      ))}
    </Box>
  </Box>
);
