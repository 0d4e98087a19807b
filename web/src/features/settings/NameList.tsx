import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { confirm } from "../../ui/feedback/confirm.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { Icon } from "../../ui/icons.tsx";
import { RowArrows } from "../../ui/lists/RowArrows.tsx";
import { useRowDrag } from "../../ui/lists/useRowDrag.ts";
import { Section } from "../../ui/page/Section.tsx";
import { NameForm } from "./NameForm.tsx";

type Item = { id: string; name: string; note?: string };

type Props = {
  title: string;
  /** What one of them is called: "tag". */
  what: string;
  items: Item[] | undefined;
  error: unknown;
  canEdit: boolean;
  maxLength?: number;
  /** Beside the name that is asked for: what else is offered while there is none. */
  whenEmpty?: ReactNode;
  /** What the box for a new one is called, where that is not "New tag". */
  newLabel?: string;
  onAdd: (name: string) => Promise<unknown>;
  onRename: (id: string, name: string) => Promise<unknown>;
  onDelete: (id: string) => Promise<unknown>;
  /** Shows what else is set of one. */
  onOpen?: (id: string) => void;
  /** Their order counts, and can be changed. */
  onMove?: (from: number, to: number) => void;
};

/** A short list of names that one adds to, renames and takes from, in place. Failures say so in a toast. */
export const NameList = ({ title, what, items, error, canEdit, maxLength = 60, whenEmpty, newLabel = `New ${what}`, ...acts }: Props) => {
  const { onAdd, onRename, onDelete, onOpen, onMove } = acts;
  const drag = useRowDrag(items?.length ?? 0, canEdit ? onMove : undefined);
  const [editing, setEditing] = useState<string>();
  const drop = async (item: Item) => {
    const sure = await confirm({
      title: `Delete “${item.name}”?`,
      action: "Delete",
      danger: true,
      ...(item.note && { body: `In use: ${item.note}.` }),
    });
    if (sure) await onDelete(item.id).catch(() => {});
  };
  return (
    <Section title={title}>
      {error && !items ? <ErrorState compact error={error} /> : null}
      {!items && !error && <RowsSkeleton rows={3} height={38} />}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {items?.map((item, at) => (
          <Box
            component="li"
            key={item.id}
            {...drag.props(at)}
            sx={{
              display: "flex",
              alignItems: "center",
              gap: 1,
              minHeight: 38,
              borderTop: 1,
              borderColor: "lineSoft",
              "&:first-of-type": { borderTop: 0 },
              ...drag.look(at),
            }}
          >
            {editing === item.id ? (
              <NameForm
                start={item.name}
                button="Save"
                maxLength={maxLength}
                label={`New name of ${item.name}`}
                onSave={(name) => onRename(item.id, name).then(() => setEditing(undefined))}
                onCancel={() => setEditing(undefined)}
              />
            ) : (
              <>
                <Typography sx={{ flex: 1, minWidth: 0 }} noWrap>
                  {item.name}
                  {item.note && (
                    <Box component="span" sx={{ color: "text.secondary" }}>
                      {" "}
                      · {item.note}
                    </Box>
                  )}
                </Typography>
                {canEdit && (
                  <Box sx={{ flex: "none" }}>
                    {onMove && <RowArrows name={item.name} at={at} count={items.length} onMove={onMove} />}
                    {onOpen && (
                      <IconButton aria-label={`Settings of ${item.name}`} onClick={() => onOpen(item.id)}>
                        <Icon name="settings" sx={{ width: 15, height: 15 }} />
                      </IconButton>
                    )}
                    <IconButton aria-label={`Rename ${item.name}`} onClick={() => setEditing(item.id)}>
                      <Icon name="edit" sx={{ width: 15, height: 15 }} />
                    </IconButton>
                    <IconButton aria-label={`Delete ${item.name}`} onClick={() => void drop(item)}>
                      <Icon name="trash" sx={{ width: 15, height: 15 }} />
                    </IconButton>
                  </Box>
                )}
              </>
            )}
          </Box>
        ))}
      </Box>
      {items?.length === 0 && <Typography color="textSecondary">None yet.</Typography>}
      {items?.length === 0 && canEdit && whenEmpty}
      {canEdit && items && (
        <Box sx={{ mt: 1 }}>
          <NameForm start="" button="Add" maxLength={maxLength} label={newLabel} onSave={onAdd} />
        </Box>
      )}
    </Section>
  );
};
