import type { IntakeSubmission } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import type { IntakeDuplicate } from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import type { Given } from "@leashline/proto/rules/intake-answers.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { answersOf } from "./answer-text.ts";
import { clientSides, missingOnFile, petSides, sameName } from "./profile-choice.ts";
import { SideTable } from "./SideTable.tsx";

type PetChoice = { petId: string; fields: string[]; leaveOut: boolean };
type Props = {
  submission: IntakeSubmission;
  into: IntakeDuplicate;
  busy: boolean;
  onBack: () => void;
  onMerge: (choices: { customerId: string; fields: string[]; pets: PetChoice[] }) => void;
};

const OUT = "out";
const NEW = "0";

/** Both sides field by field: what is taken from the form into a client and the pets who are on file. */
export const MergeForm = ({ submission, into: { client, pets: known }, busy, onBack, onMerge }: Props) => {
  const { owner, pets } = answersOf(submission);
  const sides = client ? clientSides(submission, owner, client) : [];
  const [fields, setFields] = useState(() => missingOnFile(sides));
  const first = (given: Given, at: number): PetChoice => {
    const pet = sameName(known, submission.petNames[at] ?? "");
    return { petId: pet?.petId ?? NEW, fields: pet ? missingOnFile(petSides(submission, given, pet)) : [], leaveOut: false };
  };
  const [choices, setChoices] = useState(() => pets.map(first));
  const set = (at: number, choice: PetChoice) => setChoices((old) => old.map((one, other) => (other === at ? choice : one)));
  return (
    <>
      <DialogContent sx={{ display: "grid", gap: 2.5 }}>
        <SideTable name="Client" whose="the client" sides={sides} taken={fields} onChange={setFields} />
        {pets.map((given, at) => (
          <PetMerge
            // biome-ignore lint/suspicious/noArrayIndexKey: the pets of a form that was sent do not move
            key={at}
            name={submission.petNames[at] ?? `Pet ${at + 1}`}
            {...{ submission, given, known }}
            choice={choices[at] ?? { petId: NEW, fields: [], leaveOut: false }}
            onChange={(choice) => set(at, choice)}
          />
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        <Button
          variant="contained"
          color="primary"
          loading={busy}
          onClick={() => onMerge({ customerId: client?.customerId ?? "0", fields, pets: choices })}
        >
          Merge
        </Button>
      </DialogActions>
    </>
  );
};

type PetProps = {
  name: string;
  submission: IntakeSubmission;
  given: Given;
  known: readonly Pet[];
  choice: PetChoice;
  onChange: (choice: PetChoice) => void;
};

const PetMerge = ({ name, submission, given, known, choice, onChange }: PetProps) => {
  const pet = known.find(({ petId }) => petId === choice.petId);
  const choose = (value: string) => {
    const next = known.find(({ petId }) => petId === value);
    onChange({
      petId: next?.petId ?? NEW,
      fields: next ? missingOnFile(petSides(submission, given, next)) : [],
      leaveOut: value === OUT,
    });
  };
  return (
    <Box component="section" aria-label={name} sx={{ display: "grid", gap: 1 }}>
      <Typography variant="h3" component="h3">
        {name}
      </Typography>
      <TextField
        select
        size="small"
        label={`What to do with ${name}`}
        value={choice.leaveOut ? OUT : choice.petId}
        onChange={(event) => choose(event.target.value)}
      >
        <MenuItem value={NEW}>A new pet</MenuItem>
        {known.map(({ petId, petName }) => (
          <MenuItem key={petId} value={petId}>
            Merge into {petName}
          </MenuItem>
        ))}
        <MenuItem value={OUT}>Leave out</MenuItem>
      </TextField>
      {pet && (
        <SideTable
          name={`Fields of ${name}`}
          whose={name}
          sides={petSides(submission, given, pet)}
          taken={choice.fields}
          onChange={(fields) => onChange({ ...choice, fields })}
        />
      )}
    </Box>
  );
};
