import { type Answers, askedOf, type Faults, type Given, MOST_PETS } from "@leashline/proto/rules/intake-answers.ts";
import { asksForPets, type FormContent, isOfPet, type Section } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type AnswersChange, type Change, ofOwner, ofPet, withoutPet, withPet } from "./answers/answer-change.ts";
import { QuestionField } from "./answers/QuestionField.tsx";
import { usePetNames } from "./answers/usePetNames.ts";

type Props = {
  content: FormContent;
  weightUnit: string;
  country: string;
  answers: Answers;
  faults: Faults;
  onChange: (change: AnswersChange) => void;
};

/** A form as it is filled in: what is for the owner once, what is for a pet once for each pet. */
export const FormFields = ({ content, weightUnit, country, answers, faults, onChange }: Props) => {
  const { owner, pets } = answers;
  const parts = content.sections.filter(({ questions }) => questions.length > 0);
  const names = usePetNames(pets.length);
  /** The pet may stand elsewhere, or be gone, by the time its file has arrived. */
  const setPet = (name: number) => (key: string, change: Change) => {
    const at = names.placeOf(name);
    if (at >= 0) onChange(ofPet(at, key, change));
  };
  const remove = (at: number) => {
    names.remove(at);
    onChange(withoutPet(at));
  };
  return (
    <Box sx={{ display: "grid", gap: 3, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Part
        sections={parts.filter((section) => !isOfPet(section))}
        {...{ content, weightUnit, country, owner, faults }}
        pet={null}
        at="owner"
        onChange={(key, change) => onChange(ofOwner(key, change))}
      />
      {asksForPets(content) && (
        <>
          {pets.map((pet, at) => (
            <Box
              key={names.of(at)}
              component="section"
              aria-label={`Pet ${at + 1}`}
              sx={{ display: "grid", gap: 2, borderTop: 1, borderColor: "line", pt: 2 }}
            >
              {pets.length > 1 && (
                <Box sx={{ display: "flex", alignItems: "center" }}>
                  <Typography variant="h2" component="h2" sx={{ flex: 1 }}>
                    Pet {at + 1}
                  </Typography>
                  <Button size="small" variant="text" onClick={() => remove(at)}>
                    Remove pet {at + 1}
                  </Button>
                </Box>
              )}
              <Part
                sections={parts.filter(isOfPet)}
                {...{ content, weightUnit, country, owner, pet, faults }}
                at={`pets.${at}`}
                onChange={setPet(names.of(at))}
              />
            </Box>
          ))}
          {pets.length < MOST_PETS && <Button onClick={() => onChange(withPet)}>Add another pet</Button>}
        </>
      )}
    </Box>
  );
};

type PartProps = {
  content: FormContent;
  weightUnit: string;
  country: string;
  sections: readonly Section[];
  owner: Given;
  pet: Given | null;
  at: string;
  faults: Faults;
  onChange: (key: string, change: Change) => void;
};

const Part = ({ content, weightUnit, country, sections, owner, pet, at, faults, onChange }: PartProps) => {
  const asked = new Set(askedOf(content, owner, pet).map(({ key }) => key));
  const given = pet ?? owner;
  return sections.map((section) => (
    <Box key={section.key} sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {(section.title || section.description) && (
        <Box>
          {section.title && (
            <Typography variant="h2" component="h2">
              {section.title}
            </Typography>
          )}
          {section.description && (
            <Typography color="textSecondary" sx={{ whiteSpace: "pre-line" }}>
              {section.description}
            </Typography>
          )}
        </Box>
      )}
      {section.questions
        .filter(({ key }) => asked.has(key))
        .map((question) => (
          <QuestionField
            key={question.key}
            question={question}
            weightUnit={weightUnit}
            country={country}
            values={given[question.key] ?? []}
            error={faults[`${at}.${question.key}`]}
            onChange={(change) => onChange(question.key, change)}
          />
        ))}
    </Box>
  ));
};
