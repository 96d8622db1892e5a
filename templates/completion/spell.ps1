# Completes spell in PowerShell. In $PROFILE: spell completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName spell -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # Windows PowerShell drops an empty word at the end; the number says where the cursor is.
    $words = @($commandAst.CommandElements |
            Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
            ForEach-Object { $_.Extent.Text.Trim('"', "'") })

    foreach ($offer in @(spell completion --words $words.Count @words $wordToComplete 2>$null)) {
        # Without a word of ours PowerShell offers paths itself.
        if ($offer.StartsWith(':')) { return }
        $word, $about = $offer -split "`t", 2
        if (-not $about) { $about = $word }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
    }
}
