import type { Tag } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { TextLink } from "../../../ui/links/Link.tsx";

type Props = { tags: readonly Tag[] | undefined; chosen: readonly string[]; disabled: boolean; onChange: (ids: string[]) => void };

/** The company's tags, those that the client carries marked. */
export const TagChoice = ({ tags, chosen, disabled, onChange }: Props) => (
  <Box role="group" aria-label="Tags" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
    {tags?.length === 0 && (
      <Typography color="textSecondary">
        No tags yet. <TextLink to="/setting/clientsAndPets">Add them in the settings</TextLink>.
      </Typography>
    )}
    {tags?.map((tag) => {
      const on = chosen.includes(tag.id);
      const next = on ? chosen.filter((id) => id !== tag.id) : [...chosen, tag.id];
      return (
        <Chip
          key={tag.id}
          label={tag.name}
          color={on ? "primary" : "default"}
          aria-pressed={on}
          disabled={disabled}
          onClick={() => onChange(next)}
        />
      );
    })}
  </Box>
);
