import { type Fault, isOfPet, type Section } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Icon } from "../../../ui/icons.tsx";
import { MoveButtons } from "../../../ui/lists/MoveButtons.tsx";
import { QuestionRows } from "./QuestionRows.tsx";

type Props = {
  section: Section;
  at: number;
  count: number;
  faults: readonly Fault[];
  disabled: boolean;
  onChange: (section: Section) => void;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
  /** The place of a question; behind the last one for a new one. */
  onOpen: (question: number) => void;
};

/** One part of a form: its heading and its questions, in the order in which they are asked. */
export const SectionCard = ({ section, at, count, faults, disabled, onChange, onMove, onRemove, onOpen }: Props) => {
  const { title, description, questions } = section;
  const name = title || `Section ${at + 1}`;
  return (
    <Card component="section" aria-label={name} sx={{ p: 2, display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Box sx={{ display: "flex", alignItems: "center" }}>
        <Typography color="textSecondary" sx={{ flex: 1 }}>
          {isOfPet(section) ? "Asked for each pet" : "Asked once, about the owner"}
        </Typography>
        {!disabled && (
          <>
            <MoveButtons name={name} at={at} count={count} onMove={onMove} />
            <IconButton aria-label={`Remove ${name}`} onClick={onRemove}>
              <Icon name="trash" sx={{ width: 16, height: 16 }} />
            </IconButton>
          </>
        )}
      </Box>
      <TextField
        label="Heading"
        size="small"
        value={title}
        disabled={disabled}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        onChange={(event) => onChange({ ...section, title: event.target.value })}
      />
      <TextField
        label="Explanation"
        size="small"
        multiline
        value={description}
        disabled={disabled}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
        onChange={(event) => onChange({ ...section, description: event.target.value })}
      />
      <QuestionRows
        questions={questions}
        faulty={(place) => faults.some(({ path }) => path.startsWith(`sections.${at}.questions.${place}.`))}
        disabled={disabled}
        onOpen={onOpen}
        onChange={(next) => onChange({ ...section, questions: next })}
      />
      {!disabled && (
        <Button sx={{ justifySelf: "start" }} startIcon={<Icon name="plus" />} onClick={() => onOpen(questions.length)}>
          Add question
        </Button>
      )}
    </Card>
  );
};
