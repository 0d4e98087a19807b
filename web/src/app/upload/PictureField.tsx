import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { Avatar } from "../../ui/Avatar.tsx";
import { PickPicture } from "./PickPicture.tsx";
import type { Way } from "./pieces.ts";
import type { Stored } from "./upload.ts";

type Props = {
  /** Whose picture: for the label and the initials until there is one. */
  name: string;
  id?: string;
  /** Where the picture is; empty for none. */
  value: string;
  onChange: (path: string) => void;
  disabled?: boolean;
  /** What stands there while there is no picture; else the initials. */
  stand?: ReactNode;
  /** Where the file goes; without it, to the pictures of the company. */
  upload?: (file: File, way: Way) => Promise<Stored>;
  mostMegabytes?: number;
};

/** A face or a logo: shown round, replaced by choosing another file, taken away again. */
export const PictureField = ({ name, id, value, onChange, disabled = false, upload, mostMegabytes, stand }: Props) => {
  const [held, setHeld] = useState(false);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
      {value && !held ? (
        <Box
          component="img"
          src={value}
          alt={`Picture of ${name}`}
          sx={{ width: 64, height: 64, flex: "none", borderRadius: "50%", objectFit: "cover", bgcolor: "lineSoft" }}
        />
      ) : (
        (stand ?? <Avatar name={name || "?"} size={64} {...(id && { id })} />)
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <PickPicture
          upload={upload}
          mostMegabytes={mostMegabytes}
          disabled={disabled}
          button={{ size: "small" }}
          onPicked={(stored) => {
            setHeld(stored.held);
            onChange(stored.path);
          }}
          beside={
            <>
              {value && (
                <Button size="small" variant="text" disabled={disabled} onClick={() => onChange("")}>
                  Remove
                </Button>
              )}
              {held && (
                <Typography variant="body2" color="textSecondary">
                  Picture uploaded. It appears once the virus scan is done.
                </Typography>
              )}
            </>
          }
        >
          {value ? "Another picture" : "Add a picture"}
        </PickPicture>
      </Box>
    </Box>
  );
};
