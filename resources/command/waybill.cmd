@echo off
rem "waybill" of an installed Waybill: a batch file waits for a command, and hands on its exit code.
if "%~1"=="" goto window
"%~dp0..\..\Waybill.exe" %*
exit /b %ERRORLEVEL%
:window
start "" "%~dp0..\..\Waybill.exe"
