import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";

/** How far a file is, and the way to give it up. All of it sent, the server still looks at it. */
export const UploadProgress = ({ share, onCancel }: { share: number; onCancel: () => void }) => {
  const percent = Math.floor(share * 100);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, width: 1, maxWidth: 300 }}>
      <LinearProgress
        variant={share < 1 ? "determinate" : "indeterminate"}
        value={percent}
        aria-label="Sending the file"
        sx={{ flex: 1, borderRadius: 1 }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ minWidth: 36, textAlign: "right" }}>
        {percent}%
      </Typography>
      <Button size="small" variant="text" onClick={onCancel}>
        Cancel
      </Button>
    </Box>
  );
};
