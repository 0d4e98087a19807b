import { filterField } from "@leashline/proto/rules/client-filter.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import { filterOf } from "../list-query.ts";
import { useCountWords } from "./CountWords.tsx";
import { encode, everybody, type Group, isAllComplete, isEverybody, isSame } from "./filter.ts";
import { GroupEditor } from "./GroupEditor.tsx";
import { STARTERS } from "./starters.ts";
import { useChoices } from "./useChoices.ts";
import { fieldsInOrder } from "./words.ts";

type Props = { filter: Group; status: string; q: string; onApply: (filter: Group) => void; onClose: () => void };

const matching = (count: string | undefined): string => (count ? `${count} ${count === "1 client" ? "matches" : "match"}.` : "…");

/** Puts a filter together; how many clients it keeps stands there before it is used. */
const FilterDrawer = ({ filter, status, q, onApply, onClose }: Props) => {
  const [draft, setDraft] = useState(filter);
  const choicesOf = useChoices();
  const canContact = useCan("viewClientContact");
  const canAbandoned = useCan("viewAbandonedBookingsWorkingLocations");
  const seen = { contact: canContact, abandoned: canAbandoned };
  const fields = fieldsInOrder.filter((field) => {
    const about = filterField(field).seen;
    return about === undefined || seen[about];
  });
  const whole = isAllComplete(draft);
  const count = useCountWords(filterOf({ status, f: encode(draft) }), q);
  return (
    <SideDrawer
      open
      title="Filters"
      width={600}
      onClose={onClose}
      footer={
        <>
          <Button disabled={isEverybody(draft)} onClick={() => setDraft(everybody)}>
            Clear
          </Button>
          <Button
            variant="contained"
            color="primary"
            size="large"
            disabled={!whole}
            onClick={() => onApply(draft)}
            sx={{ ml: "auto", flex: { xs: 1, md: "none" } }}
          >
            {whole && count ? `Show ${count}` : "Show"}
          </Button>
        </>
      }
    >
      <Box sx={{ display: "grid", gap: 2, p: 2.25 }}>
        <Box role="group" aria-label="Ready-made filters" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
          {STARTERS.map((starter) => {
            const on = isSame(starter.filter, draft);
            return (
              <Chip
                key={starter.id}
                label={starter.label}
                color={on ? "primary" : "default"}
                aria-pressed={on}
                onClick={() => setDraft(starter.filter)}
              />
            );
          })}
        </Box>
        <GroupEditor group={draft} depth={0} fields={fields} choicesOf={choicesOf} onChange={setDraft} />
        <Typography role="status" color="textSecondary">
          {whole ? matching(count) : "Fill in a value for each condition."}
        </Typography>
      </Box>
    </SideDrawer>
  );
};

export default FilterDrawer;
